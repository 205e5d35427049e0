/** Needed only for signing in, so it is not loaded with the page. */
const client = () => import('next-auth/react');

/**
 * Signs in with a password and opens a page in place of this one; false when the password was not accepted, or a code is
 * needed as well.
 */
export async function enter(email: string, password: string, page: string): Promise<boolean> {
  const { signIn } = await client();
  const answer = await signIn('credentials', { email, password, redirect: false });
  if (!answer?.ok || answer.error) return false;
  // The address of this page holds a secret, which need not stay in the history.
  window.location.replace(page);
  return true;
}
