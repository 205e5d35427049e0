/** A time after everything recorded so far and before everything recorded later, although times are stored in milliseconds. */
export async function momentBetween(): Promise<string> {
  await passed(5);
  const moment = new Date().toISOString();
  await passed(5);
  return moment;
}

const passed = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
