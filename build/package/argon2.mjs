import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasProgram, run } from './run.mjs'

const compilers = { x64: 'x86_64-linux-gnu-g++', arm64: 'aarch64-linux-gnu-g++' }

/** Source file and compiler flags for each processor. */
const variants = { x64: ['opt.c', '-msse', '-msse2'], arm64: ['ref.c'] }

/** Headers of this machine's Node.js. */
const headers = join(dirname(process.execPath), '../include/node')

/**
 * Compiles argon2 into `build/Release`, from where it loads before its prebuilt binary: that one crashes on Node.js 20.
 * Returns the reason if it cannot be compiled; the archive then contains the prebuilt binary.
 */
export const compileArgon2 = ({ folder, arch }) => {
  const compiler = compilers[arch]
  if (!hasProgram(compiler)) return `argon2 is prebuilt and needs Node.js 22 or later, because there is no ${compiler}`
  if (!existsSync(join(headers, 'node_api.h')))
    return `argon2 is prebuilt and needs Node.js 22 or later, because ${headers} has no headers`
  const source = join(folder, 'node_modules/argon2')
  const out = join(source, 'build/Release')
  mkdirSync(out, { recursive: true })
  const [variant, ...processor] = variants[arch]
  const files = ['argon2.c', 'core.c', 'encoding.c', 'thread.c', 'blake2/blake2b.c', variant]
  const common = ['-O2', '-fPIC', '-DNDEBUG', '-D_FORTIFY_SOURCE=2', '-fvisibility=hidden', '-pthread', ...processor]
  const includes = [
    '-I',
    join(source, 'argon2/include'),
    '-I',
    headers,
    '-I',
    join(source, 'node_modules/node-addon-api'),
  ]
  const objects = files.map((file) => {
    const object = join(out, `${file.replace('/', '-')}.o`)
    const from = join(source, 'argon2/src', file)
    run(compiler, ['-x', 'c', '-std=gnu11', ...common, ...includes, '-c', from, '-o', object])
    return object
  })
  const defines = ['-DNAPI_VERSION=8', '-DNODE_ADDON_API_DISABLE_DEPRECATED', '-DNODE_API_NO_EXTERNAL_BUFFERS_ALLOWED']
  run(compiler, [
    '-std=c++17',
    '-shared',
    '-s',
    '-Wl,--gc-sections',
    '-Wl,--build-id=none',
    ...common,
    ...defines,
    '-fexceptions',
    ...includes,
    join(source, 'argon2.cpp'),
    ...objects,
    '-o',
    join(out, 'argon2.node'),
  ])
  run('rm', objects)
  return undefined
}
