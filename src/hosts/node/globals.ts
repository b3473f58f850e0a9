import { FixedLengthStream } from './fixed-length-stream.ts'

// Globals of workerd that runtime and plugins use and Node lacks. Imported before them.
Object.assign(globalThis, { FixedLengthStream })
