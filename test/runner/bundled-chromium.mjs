import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const packageFolder = resolve('node_modules/@sparticuz/chromium')

/** Value of `CHROMIUM` that selects the bundled Chromium, even on a machine with another one. */
export const BUNDLED = 'bundled'

const fontsConf = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>
`

const unpack = (target) => {
  const folder = `${target}-${process.pid}`
  mkdirSync(folder, { recursive: true })
  const read = (file) => brotliDecompressSync(readFileSync(join(packageFolder, 'bin', file)))
  writeFileSync(join(folder, 'chromium'), read('chromium.br'), { mode: 0o755 })
  for (const archive of ['al2023.tar.br', 'swiftshader.tar.br', 'fonts.tar.br'])
    execFileSync('tar', ['--extract', '--no-same-owner', '--directory', folder], { input: read(archive) })
  writeFileSync(join(folder, 'fonts.conf'), fontsConf(join(target, 'fonts')))
  try {
    renameSync(folder, target)
  } catch (error) {
    // another run unpacked it meanwhile
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

/** Starts a program once; returns its error output if that fails, which names the missing library. */
const tryOut = (program, env) => {
  const { status, error, stderr } = spawnSync(program, ['--version'], { env, timeout: 30_000, encoding: 'utf8' })
  return { starts: status === 0, problem: error?.message ?? stderr.trim().split('\n')[0] }
}

/**
 * Environment for tests with the bundled Chromium, a development dependency that is unpacked on first use; `undefined`
 * if it does not run (it is built for Linux on x64).
 */
export const bundledChromium = () => {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packageFolder)) return undefined
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const folder = resolve('node_modules/.cache', `chromium-${version}`)
  try {
    if (!existsSync(folder)) unpack(folder)
  } catch (error) {
    console.error(`The bundled Chromium could not be unpacked: ${error.message}`)
    return undefined
  }
  const program = join(folder, 'chromium')
  const libraries = join(folder, 'lib')
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { CHROMIUM_FONTS: folder }
  if (tryOut(program, process.env).starts) return { CHROMIUM: program, ...fonts }
  const { starts, problem } = tryOut(program, { ...process.env, LD_LIBRARY_PATH: libraries })
  if (starts) return { CHROMIUM: program, CHROMIUM_LIBRARIES: libraries, ...fonts }
  console.error(`The bundled Chromium does not start: ${problem}`)
  return undefined
}
