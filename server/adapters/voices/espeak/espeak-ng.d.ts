declare module '@echogarden/espeak-ng-emscripten' {
  interface Worker {
    /** @returns 0 when it was taken; a wrong name is taken as well, and speaks no language. */
    set_voice(name: string, language: string, gender: number, age: number, variant: number): number
    /** Hands over the samples as they come, 16 bits at 22,050 a second, until the listener returns true. */
    synthesize(text: string, listen: (samples: Int16Array) => boolean): void
  }
  interface Options {
    print: (line: string) => void
    printErr: (line: string) => void
  }
  const load: (options: Options) => Promise<{ eSpeakNGWorker: new () => Worker }>
  export default load
}
