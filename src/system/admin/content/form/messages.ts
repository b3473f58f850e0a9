import { messagesAsJson } from '../../../../fields/widgets/widget-messages.ts'
import { message } from '../../../../ui/index.ts'

/** Returns the texts of the form's script, as JSON. */
export const formMessages = (): string =>
  messagesAsJson([
    message('Saving'),
    message('Saved {time}'),
    message('Not saved yet'),
    message('Not saved: {reason}'),
    message('Kept in this browser, and saved as soon as the required fields are filled in.'),
    message('Not saved: somebody else has saved a change. Press Save to compare.'),
    message('Not saved: the service cannot be reached. Trying again.'),
    message('The service cannot be reached'),
    message('Nothing is lost: what you typed is still here, and a copy is kept in this browser until it is saved.'),
    message('Try again'),
    message('What you typed at {time} was not saved'),
    message('A copy was kept in this browser.'),
    message('Restore it'),
    message('Discard it'),
    message('Restored, but not saved yet.'),
    message('Not saved: your session has ended.'),
    message('Nothing is lost: what you typed is still here. Sign in, and it is saved automatically.'),
    message('The form cannot be loaded. Try again.'),
  ])
