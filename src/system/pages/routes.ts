export { setLanguage } from './language.ts'
export { setTheme } from './theme.ts'
