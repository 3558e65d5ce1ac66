import type { LucideIcon } from 'lucide-react'
import Box from 'lucide-react/icons/box'
import FileArchive from 'lucide-react/icons/file-archive'
import FileAudio from 'lucide-react/icons/file-headphone'
import FileBraces from 'lucide-react/icons/file-braces'
import FileImage from 'lucide-react/icons/file-image'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import FileVideo from 'lucide-react/icons/file-play'

const byExtension: readonly (readonly [LucideIcon, RegExp])[] = [
  [
    FileText,
    /\.(txt|md|pdf|docx?|odt|rtf|log|html?|css|xml|ya?ml|toml|ini|conf|sh|[cm]?[jt]sx?|py|go|rs|java|c|h|cpp)$/i,
  ],
  [FileBraces, /\.(json|jsonl|ndjson|geojson)$/i],
  [FileSpreadsheet, /\.(csv|tsv|xlsx?|ods|parquet)$/i],
  [FileImage, /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?|heic)$/i],
  [FileVideo, /\.(mp4|m4v|mov|webm|mkv|avi|ogv)$/i],
  [FileAudio, /\.(mp3|m4a|aac|wav|flac|ogg|opus)$/i],
  [FileArchive, /\.(zip|tar|t?gz|bz2|xz|zst|7z|rar|jar)$/i],
]

/** Icon of an object, by its file extension. */
export const iconOf = (name: string): LucideIcon => byExtension.find(([, ending]) => ending.test(name))?.[0] ?? Box
