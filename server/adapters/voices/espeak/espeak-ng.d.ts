declare module '@echogarden/espeak-ng-emscripten' {
  interface Worker {
    /** @returns 0 on success; an unknown name also succeeds and speaks nothing */
    set_voice(name: string, language: string, gender: number, age: number, variant: number): number
    /** Streams 16-bit samples at 22,050 Hz until the listener returns true. */
    synthesize(text: string, listen: (samples: Int16Array) => boolean): void
  }
  interface Options {
    print: (line: string) => void
    printErr: (line: string) => void
  }
  const load: (options: Options) => Promise<{ eSpeakNGWorker: new () => Worker }>
  export default load
}
