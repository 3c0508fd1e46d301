/** Names of Go's runtime: declarations of the language itself, and methods of the standard library with names that say nothing about the receiver. */
import { words } from "../../base/words.js";

/** The names that every file sees. */
export const runtimeGlobals = words(`
  any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string
  uint uint8 uint16 uint32 uint64 uintptr true false iota nil
  append cap clear close complex copy delete imag len make max min new panic print println real recover
`);

/** Methods of at least this many types of the library: a call of one on an unknown value is bound to none of the project by its name. */
export const runtimeMembers = words(`
  Error String GoString Format Write Read Close Seek ReadAt WriteAt ReadFrom WriteTo WriteString ReadString ReadByte WriteByte ReadRune
  UnreadByte Len Less Swap Push Pop Lock Unlock RLock RUnlock TryLock Add Done Wait Do Load Store Swap CompareAndSwap Range Delete
  Get Set Put Del Has Keys Values Name Type Kind Elem Value Interface Call Method Field Index Int Uint Float Bool Bytes
  Is As Unwrap Print Printf Println Fatal Fatalf Errorf Error Log Logf Skip Skipf Run Helper Cleanup Fail FailNow
  Next Scan Text Err Reset Flush Buffered Peek Discard Copy Clone Equal Compare Before After Sub Unix Start Stop
  Marshal Unmarshal MarshalJSON UnmarshalJSON MarshalText UnmarshalText MarshalBinary UnmarshalBinary Encode Decode Parse Execute
  ServeHTTP Handle HandleFunc Header WriteHeader Query Exec QueryRow Prepare Begin Commit Rollback Ping Open Stat Size Mode ModTime IsDir Sys
  Deadline Value Cancel Context Join Split Match Find Replace Sum Hash BlockSize
`);
