// The package as its users call it, under whatever runs C#. It ends with 0 where all is as it
// should be. With the argument `layouts` it prints the size of each struct and the place of each
// field.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Jostle;

internal struct Point3
{
    public float X, Y, Z;
}

internal static unsafe class Program
{
    private static void Check(bool condition, string what)
    {
        if (!condition)
        {
            throw new Exception("not so: " + what);
        }
    }

    private static int Fails(Action action)
    {
        try
        {
            action();
        }
        catch (JostleException error)
        {
            Check(error.Message.Length > 0, "an error has a text");
            return error.Status;
        }
        return Native.JST_OK;
    }

    private static void CheckPairs()
    {
        var random = new Random(5);
        var centers = new Point3[3000];
        var radii = new float[centers.Length];
        for (int at = 0; at < centers.Length; at++)
        {
            centers[at] = new Point3
            {
                X = 20 * (float)random.NextDouble(),
                Y = 20 * (float)random.NextDouble(),
                Z = 20 * (float)random.NextDouble(),
            };
            radii[at] = 0.5f * (float)random.NextDouble();
        }
        using (var pool = new Pool(2))
        using (var phase = new BroadPhase(3, pool: pool))
        using (var brute = new BroadPhase(3, Native.JST_BROAD_PHASE_BRUTE_FORCE))
        {
            var pairs = phase.PairsOfBalls<Point3>(centers, radii);
            var expected = brute.PairsOfBalls<Point3>(centers, radii);
            Check(pairs.Length > 300 && pairs.Length == expected.Length, "as many pairs");
            // Each broad phase has an order of its own.
            var all = new HashSet<ulong>();
            foreach (var pair in expected)
            {
                all.Add((ulong)pair.a << 32 | pair.b);
            }
            foreach (var pair in pairs)
            {
                Check(all.Remove((ulong)pair.a << 32 | pair.b), "a pair, once");
            }
        }
        using (var neighbors = new Neighbors(3, 1.5f))
        {
            Check(neighbors.Update<Point3>(centers), "lists are made");
            Check(neighbors.Count == centers.Length, "a list for each point");
            long found = 0;
            for (int point = 0; point < centers.Length; point += 100)
            {
                var list = neighbors.Of(point);
                foreach (uint other in list)
                {
                    float x = centers[point].X - centers[other].X;
                    float y = centers[point].Y - centers[other].Y;
                    float z = centers[point].Z - centers[other].Z;
                    Check(x * x + y * y + z * z < 2.2501f, "a neighbor is near");
                }
                found += list.Length;
            }
            Check(found > 50, "there are neighbors");
        }
        var phase2 = new BroadPhase(2);
        phase2.Dispose();
        bool disposed = false;
        try
        {
            phase2.PairsOfBalls<Point3>(centers, radii);
        }
        catch (ObjectDisposedException)
        {
            disposed = true;
        }
        Check(disposed, "what was disposed of says so");
        Check(Fails(() => new BroadPhase(4)) == Native.JST_ERROR_ARGUMENT, "4 dimensions");
    }

    private static void CheckWorld()
    {
        using (var world = new World(2))
        {
            var wall = World.Attributes();
            wall.mobility = Native.JST_MOBILITY_STATIC;
            ulong box = world.Insert(World.Box(0, -1, 10, 1, 0), wall);
            ulong ball = world.Insert(World.Ball(0, 2, 0, 1));
            world.Step();
            Check(world.Pairs().Length == 0, "they are apart");
            world.SetCenters<Point3>(new[] { ball }, new[] { new Point3 { Y = 0.75f } });
            world.Step();
            var contacts = world.Contacts2(out var points);
            Check(contacts.Length == 1 && points.Length == 1, "they touch");
            var contact = contacts[0];
            Check(contact.distance == -0.25f && contact.normal[1] == -1, "how they touch");
            Check(world.Handles()[(int)contact.a] == ball, "who touches");
            var begun = world.Events(out var ended);
            Check(begun.Length == 1 && ended.Length == 0 && begun[0].b == box, "what began");
            Check(world.Explain(ball, box).Contains("touch"), "why");
            using (var again = new World(2, world.Save()))
            {
                again.Step();
                Check(again.Pairs().Length == 1, "a world of bytes");
                Check(again.Events(out ended).Length == 0 && ended.Length == 0, "nothing is new");
            }
            world.Remove(ball);
            world.Step();
            Check(world.Events(out ended).Length == 0 && ended.Length == 1, "what ended");
            Check(Fails(() => world.Get(ball)) == Native.JST_ERROR_HANDLE, "a stale handle");
        }
        // Thousands that nobody disposes of.
        for (int at = 0; at < 5000; at++)
        {
            new World(3);
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    /// <summary>The sample for Unity, with as much of Unity as it asks for.</summary>
    private static void CheckSample()
    {
        var sample = new TurnedBoxes { count = 2000, square = new UnityEngine.Sprite() };
        UnityEngine.Player.Play(sample, 30);
        Check(UnityEngine.Debug.Warnings < 30, "frames are within their budget");
    }

    private static void PrintLayouts()
    {
        foreach (var type in typeof(Native).Assembly.GetTypes())
        {
            if (type.IsValueType && type.Name.StartsWith("jst_") && !type.Name.EndsWith("_s"))
            {
                Console.WriteLine(type.Name + " " + Marshal.SizeOf(type));
                foreach (var field in type.GetFields())
                {
                    var place = Marshal.OffsetOf(type, field.Name);
                    Console.WriteLine(type.Name + "." + field.Name + " " + place);
                }
            }
        }
    }

    private static int Main(string[] arguments)
    {
        if (arguments.Length > 0)
        {
            PrintLayouts();
            return 0;
        }
        var watch = Stopwatch.StartNew();
        CheckPairs();
        CheckWorld();
        CheckSample();
        Console.WriteLine("all is well after " + watch.ElapsedMilliseconds + " ms");
        return 0;
    }
}
