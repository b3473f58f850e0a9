import type { Command } from '../command.ts'
import { dev } from './dev.ts'

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [dev]
