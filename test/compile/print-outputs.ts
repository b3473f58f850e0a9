/** Compiles the project whose folder is the first argument and prints its outputs as JSON. */
import { compile } from '../../src/compile/index.ts'

const { outputs, reference } = await compile({ root: process.argv[2] ?? '.' })
process.stdout.write(JSON.stringify([...outputs, ...reference()]))
