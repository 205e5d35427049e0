/** The commands are plain JavaScript, since they run before anything is installed; their tests see them untyped. */
declare module '*.mjs';
