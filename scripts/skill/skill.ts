/** Updates the skill file for coding agents from the documentation: `npm run skill`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SKILL_FILE, skillText } from './skill-document.ts'

mkdirSync(dirname(SKILL_FILE), { recursive: true })
writeFileSync(SKILL_FILE, skillText())
console.log(`wrote ${SKILL_FILE}`)
