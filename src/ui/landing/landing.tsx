import { ButtonLink, TextLink } from '@/ui/kit/text-link';
import { Wordmark } from './wordmark';

const PARTS = [
  {
    title: 'General ledger',
    text: 'Documents are approved, posted and, if necessary, reversed, but never edited after posting. Debits equal credits in every entry, checked once in code and again in the database.',
  },
  {
    title: 'Revenue recognition',
    text: 'Contracts become performance obligations, prices are allocated, revenue is scheduled month by month, and every figure can be traced to its explanation.',
  },
  {
    title: 'Built to be queried',
    text: 'Four REST surfaces, tRPC and OpenAPI share one set of operations. Every change is recorded in the audit trail, and every organization sees only its own data.',
  },
] as const;

/** The landing page. */
export function Landing() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-5xl items-center justify-between px-6 py-5">
        <Wordmark />
        <nav aria-label="Site" className="flex items-center gap-5">
          <TextLink href="/docs" className="text-ink-soft">
            API reference
          </TextLink>
          <ButtonLink href="/login" tone="plain">
            Sign in
          </ButtonLink>
        </nav>
      </header>
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col justify-center gap-14 px-6 py-16">
        <div className="flex flex-col gap-5">
          <h1 className="max-w-3xl text-balance font-semibold text-4xl leading-tight tracking-tight sm:text-5xl">
            Books that are exact to the cent and can explain every figure
          </h1>
          <p className="max-w-2xl text-ink-soft text-lg leading-relaxed">
            Daybook is an open-source, multi-tenant revenue subledger and general ledger. It runs on
            PostgreSQL, starts with one command and keeps every figure one click away from the document behind
            it.
          </p>
          <div className="flex gap-3 pt-1">
            <ButtonLink href="/login" tone="primary" className="h-10 px-5">
              Open the books
            </ButtonLink>
            {/* A separate document, not a page of the console, so there is nothing to prefetch. */}
            <ButtonLink href="/docs" prefetch={false} tone="plain" className="h-10 px-5">
              Read the API reference
            </ButtonLink>
          </div>
        </div>
        <div className="grid gap-8 border-line border-t pt-10 sm:grid-cols-3">
          {PARTS.map((part) => (
            <section key={part.title} className="flex flex-col gap-1.5">
              <h2 className="font-semibold">{part.title}</h2>
              <p className="text-ink-soft leading-relaxed">{part.text}</p>
            </section>
          ))}
        </div>
      </main>
      <footer className="mx-auto w-full max-w-5xl px-6 py-6 text-ink-mute text-small">
        Open source under the Apache License 2.0.
      </footer>
    </div>
  );
}
