import { t } from 'lintel/kit'

/**
 * Browsers, with a pattern for their user agents. A browser whose user agent also names other browsers comes before
 * these.
 */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/\S+.*\bSafari\//],
]

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Returns a readable name for the browser and system of a user agent: `Chrome on Windows`. If only one of them is
 * recognized, returns its name; otherwise the name of the program, such as `curl`, or `Unknown program`.
 */
export function deviceName(userAgent: string | null): string {
  const named = (list: typeof BROWSERS) => list.find(([, mark]) => mark.test(userAgent ?? ''))?.[0]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser !== undefined && system !== undefined) return t('{browser} on {system}', { browser, system })
  const program = browser ?? system ?? /^[A-Za-z][\w .-]{0,40}(?=\/)/.exec(userAgent ?? '')?.[0]
  return program ?? t('Unknown program')
}
