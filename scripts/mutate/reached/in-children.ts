/** Loaded into every process of a run that is measured. */
import { writeReached } from './write.ts'

process.on('exit', writeReached)
