// Whether a guide and the test that follows it say the same: the numbers of their steps, and the names on the screens.

/** A step of a guide: a numbered section, or a numbered item of one. */
export interface GuideStep {
  /** `4` or `3.2`. */
  readonly number: string;
  /** The names of screens, buttons and states in it: the text in italics, with each part of a path separate. */
  readonly names: readonly string[];
}

const italics = (text: string) =>
  [...text.matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].flatMap(([, said = '']) => said.split(' → '));

/** The steps of a guide. A section with numbered items consists of these; its other text belongs to the section itself. */
export function guideSteps(guide: string): GuideStep[] {
  return guide
    .split(/^## /m)
    .slice(1)
    .flatMap((section): GuideStep[] => {
      const number = /^(\d+)\. /.exec(section)?.[1];
      if (number === undefined) return [];
      const [before = '', ...items] = section.split(/^(?=\d+\. )/m);
      return [
        { number, names: italics(before) },
        ...items.map((item) => ({ number: `${number}.${/^\d+/.exec(item)?.[0]}`, names: italics(item) })),
      ];
    });
}

/** The numbers before the title of each step of a test, in order: `3.2`, or `5.2` and `5.3`. */
export const testedSteps = (source: string): string[][] =>
  [...source.matchAll(/test\.step\(\s*['"`](\d[\d., ]*) /g)].map(([, said = '']) => said.split(/,\s*/));

/** Whether a source contains a name at the beginning of a string, a template or a pattern. */
const says = (sources: readonly string[], name: string) => {
  const start = name.replace(/\s*….*$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return sources.some((source) => new RegExp(`['"\`/^]${start}`).test(source));
};

/**
 * The disagreements between a guide and its test, as sentences. `unpressed` are names in the guide that the test does not use, each with
 * the reason; a name that the guide lacks, or that the test does use, is a disagreement too.
 */
export function disagreements(
  guide: string,
  sources: readonly string[],
  unpressed: Readonly<Record<string, string>>,
): string[] {
  const steps = guideSteps(guide);
  const tested = sources.flatMap(testedSteps);
  const known = new Set(steps.map(({ number }) => number));
  const taken = new Set(tested.flat());
  // A section is tested when its items are; one without items has to be named itself.
  const isTaken = (number: string) =>
    taken.has(number) || [...known].some((one) => one.startsWith(`${number}.`));
  const names = new Set(steps.flatMap((step) => step.names));
  return [
    ...steps.flatMap(({ number }) => (isTaken(number) ? [] : [`step ${number} of the guide is not tested`])),
    ...[...taken].flatMap((number) =>
      known.has(number) ? [] : [`the test takes step ${number}, which the guide does not have`],
    ),
    ...sources.flatMap((source) => backward(testedSteps(source).flat())),
    ...[...names].flatMap((name) =>
      name in unpressed || says(sources, name) ? [] : [`the guide says “${name}”, and the test does not`],
    ),
    ...Object.keys(unpressed).flatMap((name) => {
      if (!names.has(name)) return [`“${name}” is excused, and the guide does not say it`];
      return says(sources, name) ? [`“${name}” is excused, and the test says it`] : [];
    }),
  ];
}

function backward(numbers: readonly string[]): string[] {
  const place = (number: string) => {
    const [section = 0, item = 0] = number.split('.').map(Number);
    return section * 100 + item;
  };
  return numbers.flatMap((number, at) => {
    const before = numbers[at - 1];
    return before !== undefined && place(before) > place(number)
      ? [`the test takes step ${number} after step ${before}`]
      : [];
  });
}
