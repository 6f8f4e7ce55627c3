/** Prints the screens that have no page yet, and how many they are. */
import { screens } from '#kit/screens.ts'
import { unbuilt } from '../src/pages/not-built/unbuilt.ts'

for (const name of unbuilt) console.log(`${screens[name].path}\t${name}`)
console.log(`${unbuilt.length} of ${Object.keys(screens).length} screens are not built yet`)
