import { FixedLengthStream } from './fixed-length-stream.ts'

// What runtime and plugins find in workerd's global scope and Node lacks. Imported before either.
Object.assign(globalThis, { FixedLengthStream })
