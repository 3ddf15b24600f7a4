using System.Diagnostics;
using Jostle;
using UnityEngine;

/// <summary>Boxes in a plane that drift and turn, each red while it touches another. Put it on an
/// object of a scene: it makes the boxes of sprites, and tells where a frame takes longer than its
/// budget.</summary>
public sealed class TurnedBoxes : MonoBehaviour
{
    /// <summary>How many.</summary>
    public int count = 5000;

    /// <summary>What the boxes look like: a square of a unit.</summary>
    public Sprite square;

    /// <summary>Milliseconds that the collisions of a frame may take.</summary>
    public float budget = 50;

    private World world;
    private ulong[] handles;
    private jst_shape[] shapes;
    private Vector2[] speeds;
    private float[] angles;
    private SpriteRenderer[] drawn;
    private bool[] touches;

    private void OnEnable()
    {
        world = new World(2);
        handles = new ulong[count];
        shapes = new jst_shape[count];
        speeds = new Vector2[count];
        angles = new float[count];
        drawn = new SpriteRenderer[count];
        touches = new bool[count];
        float side = Mathf.Sqrt(count) * 1.5f;
        for (int at = 0; at < count; at++)
        {
            angles[at] = Random.Range(0f, 6.28f);
            speeds[at] = new Vector2(Random.Range(-1f, 1f), Random.Range(-1f, 1f));
            float x = Random.Range(0f, side), y = Random.Range(0f, side);
            shapes[at] = World.Box(x, y, 0.5f, 0.25f, angles[at]);
            handles[at] = world.Insert(shapes[at]);
            if (square != null)
            {
                drawn[at] = new GameObject("box").AddComponent<SpriteRenderer>();
                drawn[at].sprite = square;
                drawn[at].transform.localScale = new Vector3(1, 0.5f, 1);
            }
        }
    }

    private void Update()
    {
        float seconds = Time.deltaTime;
        for (int at = 0; at < count; at++)
        {
            angles[at] += seconds;
            Move(at, seconds);
            touches[at] = false;
        }
        var watch = Stopwatch.StartNew();
        world.Set(handles, shapes);
        world.Step();
        // Shapes of one kind that stay are numbered as they came in.
        foreach (var pair in world.Pairs())
        {
            touches[pair.a] = touches[pair.b] = true;
        }
        double milliseconds = watch.Elapsed.TotalMilliseconds;
        if (milliseconds > budget)
        {
            UnityEngine.Debug.LogWarning("the collisions took " + milliseconds + " ms");
        }
        Draw();
    }

    private unsafe void Move(int at, float seconds)
    {
        fixed (jst_shape* shape = &shapes[at])
        {
            shape->center[0] += seconds * speeds[at].x;
            shape->center[1] += seconds * speeds[at].y;
            shape->rotation[0] = Mathf.Cos(angles[at]);
            shape->rotation[1] = Mathf.Sin(angles[at]);
        }
    }

    private unsafe void Draw()
    {
        for (int at = 0; at < count && drawn[at] != null; at++)
        {
            fixed (jst_shape* shape = &shapes[at])
            {
                var place = new Vector3(shape->center[0], shape->center[1], 0);
                drawn[at].transform.position = place;
            }
            drawn[at].transform.rotation = Quaternion.Euler(0, 0, angles[at] * Mathf.Rad2Deg);
            drawn[at].color = touches[at] ? Color.red : Color.white;
        }
    }

    private void OnDisable()
    {
        world.Dispose();
    }
}
