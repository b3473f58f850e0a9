export { clearData as clear, generateData as generate, page, status } from './routes.ts'
