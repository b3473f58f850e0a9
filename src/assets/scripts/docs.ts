/** Script of the guides: searches while the user types. */
import { behaviour } from './behaviours/behaviour.ts'
import { startSearch } from './docs/search-box.ts'

behaviour('form.search[data-index]', (form) => startSearch(form as HTMLFormElement))
