import { describe, expect, it } from 'vitest';
import { headsLetter, invitationLetter, passwordLetter } from './messages';

const expiresAt = new Date('2026-11-29T10:15:00Z');
const link = 'https://books.example.com/invitation#abc.def';

describe('mails', () => {
  it('say who, what and until when, with the link in the text part and in the HTML part', () => {
    const letter = invitationLetter({
      name: 'Bo',
      organizationName: 'Byron & Sons',
      invitedBy: 'Ada',
      link,
      expiresAt,
    });
    expect(letter.subject).toBe('Invitation to the books of Byron & Sons');
    expect(letter.text).toContain(`Accept the invitation:\n${link}\n`);
    expect(letter.text).toContain('until 2026-11-29 10:15 UTC');
    expect(letter.html).toContain(`href="${link}"`);
    expect(letter.html).toContain('Byron &amp; Sons');
  });

  it('cannot be given other lines, links or markup by the names in them', () => {
    const letter = invitationLetter({
      name: 'Bo\nhttps://evil.example',
      organizationName: 'X\r\nBcc: all@example.com',
      invitedBy: '<a href="https://evil.example">Ada</a>',
      link,
      expiresAt,
    });
    expect(letter.subject).toBe('Invitation to the books of X Bcc: all@example.com');
    expect(letter.text.split('\n')[0]).toBe('Hello Bo https://evil.example,');
    expect(letter.html).not.toContain('<a href="https://evil.example"');
    expect(letter.html.match(/<a /g)).toHaveLength(1);
  });

  it('that only bring a file look like the others, and have no button', () => {
    const look = (html: string) => html.slice(0, html.indexOf('Hello')).replace(/<title>[^<]*/, '');
    const letter = headsLetter({ organizations: 1, takenAt: '2026-11-21T10:00:00.000Z' });
    expect(letter.text).toContain('the heads of the chains of 1 organization, taken at');
    expect(look(letter.html)).toBe(look(passwordLetter({ name: 'Bo', link, expiresAt }).html));
    expect(letter.html).not.toContain('<a ');
    expect(letter.html).toContain(letter.text.split('\n\n')[1] ?? 'no paragraph');
  });

  it('load nothing from anywhere, so that reading one informs no one', () => {
    const { html } = passwordLetter({ name: 'Bo', link, expiresAt });
    expect(html).not.toMatch(/<img|<link|<script|url\(|@import/);
  });
});
