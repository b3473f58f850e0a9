import type { Importers } from 'lintel/importing'
import { importByMapping } from './mapping/import-by-mapping.ts'
import { planImport } from './mapping/plan-import.ts'
import { formatOf } from './sources/index.ts'

/** The importers, which `cms import` loads for exports of other systems. */
export const importers: Importers = { formatOf, planImport, importByMapping }
