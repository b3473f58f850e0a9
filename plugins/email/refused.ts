/** Reason why a message cannot be sent as given. The text never contains the message's content. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
}
