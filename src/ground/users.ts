/** What a reference to a user shows to everybody, by property: the columns of `users` (contract, section 1). */
export const SHOWN_OF_USERS = {
  id: 'id',
  username: 'username',
  firstName: 'first_name',
  lastName: 'last_name',
} as const
