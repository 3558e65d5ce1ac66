import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { run } from './run.mjs'

/** Packs a folder into a gzipped tar file whose bytes depend only on the contents. `epoch` is in seconds. */
export const archive = async (folder, file, epoch) => {
  const tar = `${file}.tar`
  run('tar', [
    '--create',
    '--file',
    tar,
    '--directory',
    dirname(folder),
    '--sort=name',
    '--format=gnu',
    `--mtime=@${epoch}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    basename(folder),
  ])
  await pipeline(createReadStream(tar), createGzip({ level: 9 }), createWriteStream(file))
  await rm(tar)
}
