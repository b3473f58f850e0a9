/** Reason why a message cannot be sent as it was given. The text never holds what the message says. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
}
