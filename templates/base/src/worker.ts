/** Main module of the worker: runs the compiled program in Lintel's runtime. */
import { createWorker } from 'lintel/runtime'
import { program } from '../.cms/program.ts'

export default createWorker(program)
