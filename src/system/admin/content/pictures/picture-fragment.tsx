/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../../config/request.ts'
import type { Page, Shown } from '../../../../config/route.ts'
import { ChosenPicture } from '../../../../fields/widgets/picture/chosen-picture.tsx'
import type { Picture } from '../../../../fields/widgets/picture/picture.ts'

type Found = Shown<{ readonly data: Picture }, { readonly name: string }>

/** Fragment that shows a chosen file in a form. */
export default function pictureFragment(_c: RequestContext, { result, query }: Found): Page {
  return { title: result.data.label, content: <ChosenPicture picture={result.data} name={query.name} /> }
}
