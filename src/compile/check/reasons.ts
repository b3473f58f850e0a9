import { atValue, type Finding } from '../diagnostics/diagnostic.ts'
import type { Check } from './context.ts'

/**
 * Checks that the reasons in `dropped` and `lossy` of the config, its locales and collections are a single line: they
 * are printed into comments of migrations and into reviews, where a second line would be misread.
 */
export const checkReasons: Check = ({ collections, config }) => [
  ...[config, ...collections].flatMap((declaration) => [
    ...reasonsOf(declaration, ['dropped'], declaration.dropped),
    ...reasonsOf(declaration, ['lossy'], declaration.lossy),
  ]),
  ...reasonsOf(config, ['locales', 'dropped'], config.locales?.dropped),
]

function reasonsOf(
  declaration: object,
  option: readonly string[],
  reasons: Readonly<Record<string, string>> = {},
): Finding[] {
  return Object.entries(reasons)
    .filter(([, reason]) => NOT_ONE_LINE.test(reason) || reason.trim() === '')
    .map(([name, reason]) => ({
      code: 'reason-not-one-line',
      message: `The reason for '${name}' in '${option.join('.')}' ${reason.trim() === '' ? 'is empty' : 'is not one line of text'}.`,
      hint: 'Write it on one line, without line breaks, tabs or invisible characters.',
      at: atValue(declaration, ...option, name),
    }))
}

/** Matches line breaks, other control characters, and characters that change the direction of text. */
const NOT_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
