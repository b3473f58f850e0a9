import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { InOrder } from './in-order.ts'

/** The tests as they always run, in the order of the runner, and with a note of what each file reached. */
export default defineConfig((environment) =>
  mergeConfig(base(environment), {
    root: '.',
    test: { sequence: { sequencer: InOrder }, setupFiles: ['scripts/mutate/reached/note.ts'] },
  }),
)
