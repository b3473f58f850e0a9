import { commands } from '../../src/cli/commands/index.ts'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import { readDocumentation } from '../../src/docs/read-documentation.ts'
import { printSkill } from '../../src/docs/skill.ts'

/** Path of the skill file. */
export const SKILL_FILE = 'skills/lintel/SKILL.md'

const MEANINGS: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  error: 'something went wrong, and the message says what: most often a mistake in the config, with file and line',
  usage: 'the command line itself: an unknown command or option',
  stale: 'the lock, a migration or a database is behind the config: run `npx cms build`',
  breaking: 'the change breaks clients of the API, or loses data as acknowledged',
  destructive: 'the change destroys data, and nobody has consented: ask a person, who gives the reason',
  drift: 'a database is not what its migrations built',
  wrongTarget: 'the command must not touch that environment or database',
  locked: 'another process holds what is needed, often `cms dev`',
  opens: 'somebody gains access',
}

/** Returns the text of the skill file for the current documentation and commands. */
export function skillText(): string {
  const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[] // keys of this object
  return printSkill(readDocumentation('docs'), {
    commands,
    exitCodes: names.map((name) => [exitCodes[name], MEANINGS[name]]),
  })
}
