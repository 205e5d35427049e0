-- Failed sign-ins are counted per account name and per address, whether or not the account exists: a lockout then
-- tells nobody which accounts there are. The counters on users could not do that.
CREATE TABLE "sign_in_guards" (
    "key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "window_started_at" TIMESTAMPTZ(3) NOT NULL,
    "blocked_until" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_guards_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "sign_in_guards_window_started_at_idx" ON "sign_in_guards"("window_started_at");
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_guards TO daybook_app;

ALTER TABLE "users" DROP COLUMN "failed_sign_ins", DROP COLUMN "locked_until";
-- Expired sessions are swept by their end; a person's sessions are listed and revoked together.
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
