/** The program meets the runtime. */
import { createWorker } from 'lintel/runtime'
import { program } from '../.cms/program.ts'

export default createWorker(program)
