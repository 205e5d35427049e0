// Preloaded into the server: when the process that started it is gone (killed rather than stopped), it stops as well, so that
// no server is left running that nothing would stop.
if (process.connected) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
