// The bundler cuts a chunk for every set of parts that share a module. The pages and whatever they load on demand all
// reach this file, so that what they share comes as one.
import '../../core/chunks.ts'
import './pages/acts/copies.ts'
import './pages/acts/use-course.tsx'
import './pages/download.ts'
import './pages/icons.ts'
import './pages/items.ts'
import './pages/path.ts'
import './transfers/start.ts'
import './transfers/unfinished.ts'
import './transfers/uploads.ts'
