/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { partsOf } from './mentions.ts'
import type { Comment } from './objects.ts'

/** Shows the text of a comment, with its mentions highlighted. */
export function CommentText({ text, mentions }: Pick<Comment, 'text' | 'mentions'>) {
  const named = new Set(mentions.map(({ username }) => username?.toLowerCase()))
  return (
    <p class="text-sm whitespace-pre-line wrap-anywhere">
      {partsOf(text).map((part) =>
        part.username !== null && named.has(part.username.toLowerCase()) ? (
          <strong class="font-medium text-primary">{part.text}</strong>
        ) : (
          part.text
        ),
      )}
    </p>
  )
}
