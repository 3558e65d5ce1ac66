/** A selected file, and its path below the open folder. */
export type Chosen = { path: string; file: File }

/** Files of an `<input type="file">`; those of a folder keep their relative path. */
export const fromInput = (files: FileList): Chosen[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

const asFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** Reads all entries: a reader returns about a hundred at a time, and none at the end. */
const children = async (folder: FileSystemDirectoryEntry) => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (!some.length) return all
    all.push(...some)
  }
}

/** Entries read concurrently. */
const CONCURRENCY = 100

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const walk = async (entry: FileSystemEntry, into: string): Promise<Chosen[]> => {
  if (isFile(entry)) return [{ path: into + entry.name, file: await asFile(entry) }]
  const all: Chosen[] = []
  const inside = await children(entry as FileSystemDirectoryEntry)
  // an empty folder is stored as an empty object
  if (inside.length === 0) return [{ path: `${into}${entry.name}/`, file: new File([], entry.name) }]
  for (let at = 0; at < inside.length; at += CONCURRENCY) {
    const some = await Promise.all(
      inside.slice(at, at + CONCURRENCY).map((child) => walk(child, `${into}${entry.name}/`)),
    )
    for (const files of some) for (const file of files) all.push(file)
  }
  return all
}

/**
 * Dropped files, and folders with everything below them. Must be called within the drop event, because its items are
 * cleared after it.
 */
export const fromDrop = async (items: DataTransferItemList): Promise<Chosen[]> => {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map((entry) => walk(entry, '')))).flat()
}
