/** A file that was chosen, and the path below the open folder that it is to have. */
export type Chosen = { path: string; file: File }

/** The files of an `<input type="file">`; those of a chosen folder keep their path in it. */
export const fromInput = (files: FileList): Chosen[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

const asFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A reader hands out about a hundred entries at a time, and none at the end. */
const children = async (folder: FileSystemDirectoryEntry) => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (!some.length) return all
    all.push(...some)
  }
}

/** Entries that the browser is asked about side by side. */
const ABREAST = 100

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const walk = async (entry: FileSystemEntry, into: string): Promise<Chosen[]> => {
  if (isFile(entry)) return [{ path: into + entry.name, file: await asFile(entry) }]
  const all: Chosen[] = []
  const inside = await children(entry as FileSystemDirectoryEntry)
  // the storage has a folder with nothing in it as an empty object
  if (inside.length === 0) return [{ path: `${into}${entry.name}/`, file: new File([], entry.name) }]
  for (let at = 0; at < inside.length; at += ABREAST) {
    const some = await Promise.all(inside.slice(at, at + ABREAST).map((child) => walk(child, `${into}${entry.name}/`)))
    for (const found of some) for (const file of found) all.push(file)
  }
  return all
}

/**
 * What was dropped, folders with everything below them. To be called within the drop event: its items are gone after
 * it.
 */
export const fromDrop = async (items: DataTransferItemList): Promise<Chosen[]> => {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map((entry) => walk(entry, '')))).flat()
}
