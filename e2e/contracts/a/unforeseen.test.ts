import { describe, expect, test } from 'vitest';
import { surfaceA } from '@/surfaces/a/surface';
import { surfaceB } from '@/surfaces/b/surface';
import { openDoor } from '@/testing/door';

const broken = () => Promise.reject(new Error('the disk caught fire in /var/secret'));

describe('500 Internal Server Error', () => {
  test('7.1: surface A answers in its own format, with the request id to quote and no details of the cause', async () => {
    const sent = await openDoor({ ...surfaceA, authenticate: broken }).send('GET', '/prospects');
    const requestId = sent.headers.get('x-request-id');
    expect([sent.status, sent.json]).toEqual([
      500,
      {
        error: 'Internal Server Error',
        details: [{ message: `Something went wrong on our side. Quote the request ${requestId}.` }],
      },
    ]);
    expect(sent.text).not.toContain('secret');
  });

  test('decisions, surface B, "Error body": error and message, with the request id to quote', async () => {
    const sent = await openDoor({ ...surfaceB, authenticate: broken }).send('GET', '/api/vendors');
    const requestId = sent.headers.get('x-request-id');
    expect([sent.status, sent.json]).toEqual([
      500,
      {
        error: 'Internal Server Error',
        message: `Something went wrong on our side. Quote the request ${requestId}.`,
      },
    ]);
  });
});
