/** Properties of a user that a reference shows to everybody, with the columns of `users` (contract, section 1). */
export const SHOWN_OF_USERS = {
  id: 'id',
  username: 'username',
  firstName: 'first_name',
  lastName: 'last_name',
} as const
