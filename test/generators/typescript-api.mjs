/** The compiler API of TypeScript 5, which TypeScript 7 no longer has; ts-morph brings it. */
import { ts } from 'ts-morph'

export default ts
