import { text } from 'node:stream/consumers'
import { passwordErrors } from '../../runtime/accounts/password-rules.ts'
import type { Invocation } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/**
 * Environment variable that holds the password. A password given as an argument would be kept in the shell's history.
 */
const VARIABLE = 'CMS_USER_PASSWORD'

/**
 * Reads the password that somebody chose: from `CMS_USER_PASSWORD`, else from the first line of standard input.
 * @throws Failure if there is no password, or it is not allowed
 */
export async function readPassword({ input, variables }: Pick<Invocation, 'input' | 'variables'>): Promise<string> {
  const password = variables[VARIABLE] || (await firstLineOf(input))
  if (password === '') {
    throw new Failure('There is no password.', {
      hint: `Set ${VARIABLE}, or write the password to standard input: cms user … < password.txt`,
      exitCode: exitCodes.usage,
    })
  }
  const [error] = await passwordErrors(password)
  if (error) throw new Failure(`The password is refused. ${error.message}`)
  return password
}

async function firstLineOf(input: Invocation['input']): Promise<string> {
  if (input.isTTY) return ''
  return (await text(input)).split(/\r?\n/, 1)[0] ?? ''
}
