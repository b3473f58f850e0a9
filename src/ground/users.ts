/** Columns of `users` by the properties that a populated reference shows to everybody. */
export const SHOWN_OF_USERS = {
  id: 'id',
  username: 'username',
  firstName: 'first_name',
  lastName: 'last_name',
} as const
