/** Reads a listing page by page, until its end or until the caller's loop ends. Throws once the signal fires. */
export async function* pagesOf<Page extends { cursor?: string | undefined }>(
  read: (cursor: string | undefined) => Promise<Page>,
  signal?: AbortSignal,
): AsyncGenerator<Page> {
  let cursor: string | undefined
  do {
    signal?.throwIfAborted()
    const page = await read(cursor)
    yield page
    cursor = page.cursor
  } while (cursor)
}
