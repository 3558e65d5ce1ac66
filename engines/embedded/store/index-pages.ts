import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import {
  treeEntryCountWrong,
  pageEntriesInvalid,
  pageTypeWrong,
  pageUsedTwice,
  notPageOfTree,
  indexEndsBeforePage,
  pageBeyondLast,
  firstPagesInvalid,
} from '../messages.ts'

/*
 * LMDB maps its file and trusts the content: an invalid page, or one past the end of the file, crashes the process
 * silently. So the pages reachable from the last transaction are checked before opening. The layout is that of LMDB in
 * lmdb-js (mdb.c: MDB_meta, MDB_db, MDB_page_header, MDB_node), little-endian.
 */

const HEADER = 24
const NODE = 8
const [BRANCH, LEAF, OVERFLOW] = [0x01, 0x02, 0x04]
const [BIG, SUB] = [0x01, 0x02]
const NONE = 0xffff_ffff_ffff_ffffn
const MARK = Buffer.from('dec0efbe', 'hex')

/** A B-tree: its root page, and the entry count it declares. */
type Tree = { root: bigint; entries: bigint }

type Meta = { pageSize: number; txn: bigint; last: bigint; trees: Tree[] }

/** Number of checked pages, whether these were all, and the problem of the first bad one. */
export type PagesReport = { pages: number; complete: boolean; problem?: string }

class Damage extends Error {}

const treeAt = (bytes: Buffer, at: number): Tree => ({
  entries: bytes.readBigUInt64LE(at + 32),
  root: bytes.readBigUInt64LE(at + 40),
})

const metaAt = (bytes: Buffer, at: number): Meta | undefined => {
  if (bytes.length < at + 168 || !bytes.subarray(at + HEADER, at + HEADER + 4).equals(MARK)) return undefined
  const pageSize = bytes.readUInt32LE(at + 48)
  if (pageSize < 512 || pageSize > 65536 || (pageSize & (pageSize - 1)) !== 0) return undefined
  const trees = [treeAt(bytes, at + 48), treeAt(bytes, at + 96)]
  return { pageSize, trees, last: bytes.readBigUInt64LE(at + 144), txn: bytes.readBigUInt64LE(at + 152) }
}

const readMeta = (file: number): Meta => {
  const head = Buffer.alloc(65536 + 4096)
  const bytes = head.subarray(0, readSync(file, head, 0, head.length, 0))
  const first = metaAt(bytes, 0)
  const second = first && metaAt(bytes, first.pageSize)
  if (!first || !second) throw new Damage(firstPagesInvalid)
  return first.txn >= second.txn ? first : second
}

const pageReader =
  (file: number, { pageSize, last }: Meta) =>
  (number: bigint): Buffer => {
    if (number < 2n || number > last) throw new Damage(pageBeyondLast(number, last))
    const page = Buffer.allocUnsafe(pageSize)
    if (readSync(file, page, 0, pageSize, Number(number) * pageSize) < pageSize)
      throw new Damage(indexEndsBeforePage(number, last))
    return page
  }

/** Offsets of a page's nodes. Throws `Damage` if the page is invalid. */
const nodesOf = (page: Buffer, number: bigint): { leaf: boolean; nodes: number[] } => {
  const wrong = (problem: string) => new Damage(`page ${number} ${problem}`)
  // the bounds of the free space and the node offsets are relative to the end of the header
  const [flags, lower, upper] = [page.readUInt16LE(18), page.readUInt16LE(20), page.readUInt16LE(22) + HEADER]
  if (page.readBigUInt64LE(0) !== number) throw wrong('is another one')
  const kind = flags & (BRANCH | LEAF | OVERFLOW)
  if (kind !== BRANCH && kind !== LEAF) throw wrong(notPageOfTree)
  if (lower === 0 || lower % 2 !== 0 || lower + HEADER > upper || upper > page.length) throw wrong('has no sound head')
  const nodes = Array.from({ length: lower / 2 }, (_, index) => page.readUInt16LE(HEADER + index * 2) + HEADER)
  for (const at of nodes) {
    if (at < upper || at + NODE > page.length || at + NODE + page.readUInt16LE(at + 6) > page.length)
      throw wrong('has invalid entries')
  }
  return { leaf: kind === LEAF, nodes }
}

const childPage = (page: Buffer, at: number) =>
  BigInt(page.readUInt16LE(at)) |
  (BigInt(page.readUInt16LE(at + 2)) << 16n) |
  (BigInt(page.readUInt16LE(at + 4)) << 32n)

/** Checks the pages of an index for at most `timeLimit` ms. Synchronous: awaiting each page takes ten times as long. */
export const checkPages = (path: string, timeLimit = Number.POSITIVE_INFINITY): PagesReport => {
  const deadline = Date.now() + timeLimit
  const report: PagesReport = { pages: 0, complete: true }
  const file = openSync(path, 'r')
  try {
    const meta = readMeta(file)
    const { size } = fstatSync(file)
    // the file may be shorter if its last pages are free; then all pages are checked
    const isComplete = BigInt(size) >= (meta.last + 1n) * BigInt(meta.pageSize)
    const read = pageReader(file, meta)
    const isLate = () => isComplete && Date.now() > deadline
    const visited = new Uint8Array(Math.min(Number(meta.last), Math.ceil(size / meta.pageSize)) / 8 + 1)
    const visit = (number: bigint) => {
      const [byteIndex, bit] = [Number(number) >> 3, 1 << (Number(number) & 7)]
      if (visited[byteIndex]! & bit) throw new Damage(pageUsedTwice(number))
      visited[byteIndex]! |= bit
      report.pages += 1
    }

    /** Content of a leaf node outside its page: an overflow value, or a tree. */
    const outside = (page: Buffer, number: bigint, at: number, flags: number): Tree | undefined => {
      const length = page.readUInt32LE(at)
      const data = at + NODE + page.readUInt16LE(at + 6)
      if (flags & BIG) {
        const first = page.readBigUInt64LE(data)
        const head = read(first)
        const count = BigInt(Math.floor((HEADER - 1 + length) / meta.pageSize) + 1)
        if (head.readBigUInt64LE(0) !== first || !(head.readUInt16LE(18) & OVERFLOW))
          throw new Damage(pageTypeWrong(first, number))
        if ((first + count) * BigInt(meta.pageSize) > BigInt(size))
          throw new Damage(`it ends before page ${first + count - 1n}`)
        for (let page = first; page < first + count; page += 1n) visit(page)
      }
      return flags & SUB && length === 48 ? treeAt(page, data) : undefined
    }

    const walk = (root: bigint, trees: Tree[]): bigint => {
      if (isLate()) {
        report.complete = false
        return 0n
      }
      const page = read(root)
      visit(root)
      const { leaf, nodes } = nodesOf(page, root)
      let entries = 0n
      for (const at of nodes) {
        if (!leaf) {
          entries += walk(childPage(page, at), trees)
          continue
        }
        entries += 1n
        const flags = page.readUInt16LE(at + 4)
        if (at + NODE + page.readUInt16LE(at + 6) + (flags & BIG ? 8 : page.readUInt32LE(at)) > page.length)
          throw new Damage(pageEntriesInvalid(root))
        const tree = flags === 0 ? undefined : outside(page, root, at, flags)
        if (tree) trees.push(tree)
      }
      return entries
    }

    const trees = [...meta.trees]
    for (let tree = trees.shift(); tree; tree = trees.shift()) {
      const counted = tree.root === NONE ? 0n : walk(tree.root, trees)
      if (report.complete && counted !== tree.entries) throw new Damage(treeEntryCountWrong(counted, tree.entries))
    }
    return report
  } catch (error) {
    if (error instanceof Damage) return { ...report, problem: error.message }
    throw error
  } finally {
    closeSync(file)
  }
}
