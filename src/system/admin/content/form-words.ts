import { message } from '../../../ui/index.ts'
import { wordsIn } from '../widgets/widget-words.ts'

/** What the script of a document's form says. */
export const formWords = (): string =>
  wordsIn([
    message('Saving'),
    message('Saved {time}'),
    message('Not saved yet'),
    message('Not saved: {reason}'),
    message('Not saved: somebody else has saved it. Press save to compare.'),
    message('Not saved: the service cannot be reached. It is tried again.'),
    message('The service cannot be reached'),
    message('Nothing is lost: what you typed is still here, and a copy is kept in this tab until it is saved.'),
    message('Try again'),
    message('What you typed at {time} was not saved'),
    message('It was kept in this tab.'),
    message('Bring it back'),
    message('Throw it away'),
    message('It is brought back, and not saved yet.'),
    message('The form cannot be loaded. Try again.'),
  ])
